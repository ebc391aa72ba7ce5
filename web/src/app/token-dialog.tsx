import { type FormEvent, useState, useSyncExternalStore } from 'react';
import { currentToken, isTokenRefused, keepToken, onTokenChange } from '../api/token.ts';
import { Dialog } from '../ui/dialog.tsx';

/** Asks for an access token where the server needs one or did not take the last. */
export function TokenDialog() {
  const isOpen = useSyncExternalStore(onTokenChange, isTokenRefused);
  const [text, setText] = useState('');
  const hadOne = currentToken() !== undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const token = text.trim();
    if (token === '') return;
    setText('');
    keepToken(token);
  };
  return (
    <Dialog title="Access token" isOpen={isOpen}>
      <form onSubmit={submit}>
        <p role="status">
          {hadOne ? 'The server did not take the token: it is unknown, expired or revoked.' : 'This server needs one.'}
        </p>
        <p className="quiet">
          An administrator makes one with <code>groundrail token create</code>. It is kept until this tab is closed.
        </p>
        <label>
          Token
          <input
            type="password"
            autoComplete="off"
            value={text}
            onChange={({ target }) => setText(target.value)}
            required
          />
        </label>
        <div className="actions">
          <button type="submit" className="primary">
            Use the token
          </button>
        </div>
      </form>
    </Dialog>
  );
}
