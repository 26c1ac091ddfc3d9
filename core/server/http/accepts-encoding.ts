/** Whether a client accepts an encoding: it is named, and not with q=0. */
export function acceptsEncoding(header: string | string[] | undefined, encoding: string): boolean {
  return String(header ?? '')
    .split(',')
    .some(part => {
      const [name = '', ...parameters] = part.split(';').map(word => word.trim().toLowerCase())
      return name === encoding && !parameters.some(parameter => /^q=0(?:\.0*)?$/.test(parameter))
    })
}
