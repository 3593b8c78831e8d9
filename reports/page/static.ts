import { frame, type FrameParts } from './frame.ts';
import { html, type Html } from './html.ts';

/** A page without interaction: its script only switches the colour theme. */
export function staticPage({
  title,
  kind,
  sections,
  body,
}: Pick<FrameParts, 'title' | 'kind' | 'body'> & {
  readonly sections: readonly (readonly [id: string, title: string])[];
}): string {
  return frame({
    title,
    kind,
    skip: { to: sections[0]?.[0] ?? '', label: `Skip to ${sections[0]?.[1] ?? ''}` },
    navigation: html`<nav aria-label="Sections">
      <ul class="sections">
        ${sections.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}
      </ul>
    </nav>`,
    withoutScript: 'Only the colour theme needs JavaScript.',
    body,
    appended: html``,
    script: 'static.js',
  });
}

/** A table that scrolls horizontally on its own where the page is narrow. */
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
