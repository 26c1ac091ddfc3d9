/**
 * The props of the one field of a form that has the focus when it appears, where whoever wrote the form asks for it:
 * `<Input {...focusWhenShown(isFirst)} />`. Elsewhere the focus stays where users have put it.
 */
export function focusWhenShown(isWanted: boolean | undefined): { readonly autoFocus?: true } {
  return isWanted === true ? { autoFocus: true } : {}
}
