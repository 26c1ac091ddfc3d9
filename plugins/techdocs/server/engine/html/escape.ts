const special = /[&<>"]/

/** Quotes too: in the HTML of a page, a quote is always the end or beginning of an attribute's value. */
export function escapeText(value: string): string {
  if (!special.test(value)) return value
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

export function escapeAttribute(value: string): string {
  return escapeText(value).replaceAll("'", '&#39;').replaceAll('`', '&#96;')
}
