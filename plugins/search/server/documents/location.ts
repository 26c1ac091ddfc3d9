/**
 * Fills a location template such as `/catalog/:namespace/:kind/:name`, or `/docs/:namespace/:kind/:name/:path`. Values are lower-cased and
 * encoded, except for `path`, which is an address already.
 */
export function toLocation(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/:(\w+)/g, (whole, key: string) => {
    const value = values[key]
    if (value === undefined || key === 'path') return value ?? whole
    return encodeURIComponent(value.toLowerCase())
  })
}
