/** The widgets that `ui:widget` may name. */
export const knownWidgets: ReadonlySet<string> = new Set(
  (
    'text textarea password email uri url radio select checkbox checkboxes hidden range updown ' +
    'date datetime date-time time color file files code json yaml markdown'
  ).split(' '),
)
