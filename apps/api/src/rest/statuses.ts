/** Successes other than 200 of documented procedures. Specification: Endpoints. */
export const successStatuses: Readonly<Record<string, number>> = {
  'POST /api/conversations': 201,
  'POST /api/conversations/{id}/messages': 201,
  'POST /api/tasks': 201,
  'POST /api/reminders': 201,
  'POST /api/schedules': 201,
  'POST /api/schedules/{id}/run': 202,
  'POST /api/calendar-feeds': 201,
  'POST /api/auth/register': 201,
};
