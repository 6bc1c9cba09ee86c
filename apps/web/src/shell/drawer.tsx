import { useBlocker } from '@tanstack/react-router';
import { Dialog as Primitive } from 'radix-ui';
import { useTranslation } from '../i18n/use-translation.ts';
import { closeDrawer, useSidebar } from '../ui/sidebar-state.tsx';
import { Sidebar } from './sidebar.tsx';

/** The sidebar over the page, on a phone. */
export default function Drawer() {
  const { t } = useTranslation();
  const { drawer } = useSidebar();
  // Back closes what lies over the page before it leaves the page.
  useBlocker({
    disabled: !drawer,
    enableBeforeUnload: false,
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK') return false;
      closeDrawer();
      return true;
    },
  });
  return (
    <Primitive.Root open={drawer} onOpenChange={(open) => !open && closeDrawer()}>
      <Primitive.Portal>
        <div aria-hidden className="fixed inset-0 z-30 animate-appear bg-shade" />
        <Primitive.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 start-0 z-40 w-[min(20rem,86vw)] animate-drawer shadow-high outline-none"
        >
          <Primitive.Title className="sr-only">{t('nav.label')}</Primitive.Title>
          <Sidebar />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
