import { script, styles } from './assets.ts';
import { html, markup, type Html } from './html.ts';
import { drawings, icon } from './icons.ts';

export interface FrameParts {
  readonly title: string;
  readonly kind: 'report' | 'catalogue' | 'comparison' | 'proof' | 'mutants' | 'bench';
  /** Target and label of the skip link, with which keyboard and screen reader users jump over the navigation. */
  readonly skip: { readonly to: string; readonly label: string };
  readonly tools?: Html;
  readonly navigation: Html;
  /** Notice for browsers with JavaScript turned off. */
  readonly withoutScript: string;
  readonly body: Html;
  /** Dialogs and data at the end of the document, hidden at first. */
  readonly appended: Html;
  /** Data after the script, so that the page responds before the browser has read all of it. */
  readonly attachments?: Html;
  readonly script: string;
}

/** A self-contained page whose Content-Security-Policy allows its own script and style only. */
export function frame({
  title,
  kind,
  skip,
  tools,
  navigation,
  withoutScript,
  body,
  appended,
  attachments,
  script: entry,
}: FrameParts): string {
  const [css, js] = [styles(), script(entry)];
  const policy = [
    `default-src 'none'`,
    `script-src ${js.hash}`,
    `style-src ${css.hash}`,
    `img-src data:`,
    `base-uri 'none'`,
    `form-action 'none'`,
    // The script creates text nodes and elements only; with this, the browser rejects assignments of HTML strings.
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
  ].join('; ');
  // The policy allows style and script by hash, so no whitespace may be added inside these elements.
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${markup(policy)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · conformance</title>
        <link rel="icon" href="data:," />
        ${markup(`<style>${css.text}</style>`)}
      </head>
      <body>
        ${drawings()}
        <a class="skip" href="#${skip.to}">${skip.label}</a>
        <header class="top">
          <p class="brand"><b>Conformance</b> ${kind}</p>
          <div class="tools">
            ${tools}
            <button type="button" id="theme" aria-pressed="false">${icon('theme')}<span>Dark</span></button>
          </div>
        </header>
        <div class="page">
          ${navigation}
          <main>
            <noscript><p class="problem">${withoutScript}</p></noscript>
            ${body}
          </main>
        </div>
        <p id="announcement" class="visually-hidden" role="status"></p>
        ${appended} ${markup(`<script>${js.text}</script>`)} ${attachments}
      </body>
    </html> `.text;
}

/** Compressed data embedded in the page, decompressed on demand. */
export function attached(id: string, packed: string): Html {
  return html`<script type="text/plain" id="${id}">
    ${packed}
  </script> `;
}
