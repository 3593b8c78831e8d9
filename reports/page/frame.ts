import { script, styles } from './assets.ts';
import { html, markup, type Html } from './html.ts';
import { drawings, icon } from './icons.ts';

export interface Framed {
  readonly title: string;
  readonly kind: 'report' | 'catalogue' | 'comparison' | 'proof' | 'mutants' | 'bench';
  /** Where somebody goes at once who does not want to hear the navigation. */
  readonly skip: { readonly to: string; readonly words: string };
  readonly tools?: Html;
  readonly navigation: Html;
  /** What does not work where scripts are off. */
  readonly withoutScript: string;
  readonly body: Html;
  /** What stands behind everything and is not shown until it is asked for. */
  readonly behind: Html;
  readonly script: string;
}

/** A page that needs nothing but itself, and lets nothing in it run but its own script. */
export function frame({
  title,
  kind,
  skip,
  tools,
  navigation,
  withoutScript,
  body,
  behind,
  script: entry,
}: Framed): string {
  const [css, js] = [styles(), script(entry)];
  const policy = [
    `default-src 'none'`,
    `script-src ${js.hash}`,
    `style-src ${css.hash}`,
    `img-src data:`,
    `base-uri 'none'`,
    `form-action 'none'`,
    // The script makes nodes of text and of elements, and the browser lets it do nothing else.
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
  ].join('; ');
  // The policy knows style and script by their hash: not a sign may stand beside them.
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
        <a class="skip" href="#${skip.to}">${skip.words}</a>
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
            <noscript><p class="trouble">${withoutScript}</p></noscript>
            ${body}
          </main>
        </div>
        <p id="announcement" class="visually-hidden" role="status"></p>
        ${behind} ${markup(`<script>${js.text}</script>`)}
      </body>
    </html> `.text;
}

/** Something that the page carries packed, to be opened when it is asked for. */
export function attached(id: string, packed: string): Html {
  return html`<script type="text/plain" id="${id}">
    ${packed}
  </script> `;
}
