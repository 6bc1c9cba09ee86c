import { button, buttonWith, element, field, link, text } from './find.ts';
import { journey, phone } from './journey.ts';

journey(
  'makes a schedule in words, runs it, and finds its history',
  async ({ tab, signUp }) => {
    await signUp();
    await tab.open('/schedules');
    await tab.see(text('No schedules yet'));
    await tab.fill(field('What Jarvis should do, and when'), 'Every day at 7 tell me about the bees');
    await tab.press('Enter');
    await tab.see(element('[role=dialog] ol > :nth-child(5)'));
    await tab.picture('schedule-form');
    await tab.click(button('Make the schedule'));
    await tab.see(text('every day at '));
    await tab.click(buttonWith('Run now'));
    await tab.see(link('Open the conversation'));
    await tab.picture('schedules');
    await tab.click(link('Open the conversation'));
    await tab.see(element('article'));
  },
  phone,
);
