/** A dialog over the page: modal, closed by Escape, and the focus goes back to where it was. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { attempt } from '../state/connection.ts';
import { closeDialog, type Confirmation } from '../state/dialogs.ts';
import { strings } from '../strings.ts';
import { IconButton } from './icon.tsx';
import { Notices } from './notices.tsx';

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly class?: string;
}

export function DialogBox({ title, children, class: name = '' }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const { current } = box;
    const before = document.activeElement as HTMLElement | null;
    current?.showModal();
    return () => {
      current?.close();
      before?.focus();
    };
  }, []);
  return (
    <dialog
      ref={box}
      class={name}
      aria-labelledby="dialogTitle"
      onCancel={(event) => {
        event.preventDefault();
        closeDialog();
      }}
      onPointerDown={(event) => {
        if (event.target === box.current) closeDialog();
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div class="inside">
        <header class="dialogHeading">
          <h2 id="dialogTitle" dir="auto">
            {title}
          </h2>
          <IconButton icon="close" label={strings.close} onClick={closeDialog} />
        </header>
        {children}
      </div>
      <Notices />
    </dialog>
  );
}

interface FormProps {
  readonly button: string;
  readonly isDangerous?: boolean;
  /** Answers whether it worked; the dialog closes then. */
  readonly onSubmit: (form: FormData) => Promise<boolean>;
  readonly children: ComponentChildren;
}

/** A form in a dialog. */
export const DialogForm = ({ button, isDangerous = false, onSubmit, children }: FormProps) => (
  <form
    onSubmit={(event) => {
      event.preventDefault();
      void onSubmit(new FormData(event.currentTarget)).then((worked) => {
        if (worked) closeDialog();
      });
    }}
  >
    {children}
    <p class="buttons">
      <button type="submit" class={isDangerous ? 'danger' : 'primary'}>
        {button}
      </button>
      <button type="button" onClick={closeDialog}>
        {strings.cancel}
      </button>
    </p>
  </form>
);

/** The first button is the one that goes ahead: Enter does, Escape does not. */
export const ConfirmationDialog = ({ title, hint, button, work }: Confirmation) => (
  <DialogBox title={title}>
    <DialogForm button={button} isDangerous onSubmit={() => attempt(work)}>
      <p>{hint}</p>
    </DialogForm>
  </DialogBox>
);
