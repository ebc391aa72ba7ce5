import { type ReactNode, useEffect, useId, useRef } from 'react';

/** A modal dialog: the browser's own, which keeps the focus inside and gives it back. */
export function Dialog({
  title,
  isOpen,
  onClose,
  children,
}: {
  title: string;
  isOpen: boolean;
  onClose?: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const { current } = dialog;
    if (current === null) return;
    if (isOpen && !current.open) current.showModal();
    if (!isOpen && current.open) current.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      {isOpen && (
        <>
          <h2 id={id}>{title}</h2>
          {children}
        </>
      )}
    </dialog>
  );
}
