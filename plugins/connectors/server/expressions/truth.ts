/** As JSONata's own `$boolean`, for what expressions give. */
export function isTruthy(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isTruthy)
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value)
}
