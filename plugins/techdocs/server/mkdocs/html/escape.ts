import { escapeHtml } from '@portico/core/common'

export function escapeAttribute(value: string): string {
  return escapeHtml(value).replaceAll("'", '&#39;').replaceAll('`', '&#96;')
}
