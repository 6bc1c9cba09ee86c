import * as Primitive from '@radix-ui/react-dialog';
import { useEffect } from 'react';
import { t } from '../../i18n/translate.ts';
import { history } from '../../routing/history.ts';
import { useHoldNotices } from '../../ui/feedback/toast.tsx';
import { closeDrawer, useSidebar } from '../../ui/page/sidebar-state.tsx';
import { Sidebar } from './sidebar.tsx';

/** The sidebar over the page, on a phone. */
export default function Drawer() {
  const { drawer } = useSidebar();
  useBackCloses(drawer);
  useHoldNotices(drawer);
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

/** Back closes the drawer instead of leaving the page: while it is open it has its own history entry. */
function useBackCloses(open: boolean) {
  useEffect(() => {
    if (!open) return;
    history.push(history.location.href, { drawer: true });
    const stop = history.subscribe(({ location }) => {
      if (!location.state.drawer) closeDrawer();
    });
    return () => {
      stop();
      // Closed without going to another page.
      if (history.location.state.drawer) history.back();
    };
  }, [open]);
}
