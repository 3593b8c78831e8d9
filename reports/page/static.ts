import { frame, type Framed } from './frame.ts';
import { html, type Html } from './html.ts';

/** A page that is only read: its script does no more than what every page can. */
export function staticPage({
  title,
  kind,
  sections,
  body,
}: Pick<Framed, 'title' | 'kind' | 'body'> & {
  readonly sections: readonly (readonly [id: string, words: string])[];
}): string {
  return frame({
    title,
    kind,
    skip: { to: sections[0]?.[0] ?? '', words: `To ${sections[0]?.[1] ?? ''}` },
    navigation: html`<nav aria-label="Sections">
      <ul class="sections">
        ${sections.map(([id, words]) => html`<li><a href="#${id}">${words}</a></li>`)}
      </ul>
    </nav>`,
    withoutScript: 'Only the choice of colours needs JavaScript.',
    body,
    behind: html``,
    script: 'static.js',
  });
}

/** A table that scrolls in itself where the page is narrow. */
export function table(title: string, columns: readonly string[], rows: readonly (readonly Html[])[]): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-labelledby="${title}">
    <table class="plain">
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
