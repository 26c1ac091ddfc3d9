const special = /[&<>"]/

/** A text as HTML or XML: as content, or as an attribute's value in double quotes. */
export function escapeHtml(text: string): string {
  if (!special.test(text)) return text
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
