import './styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { linkCode } from './features/sign-in/session.ts';
import { chooseLanguage } from './strings/index.ts';

chooseLanguage(navigator.languages);
linkCode.read();
// A new sign-in link starts over.
linkCode.followed(() => location.reload());

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
