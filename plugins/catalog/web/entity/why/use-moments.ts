import { useDate } from '@portico/ui'

/** Moments in a sentence of the server, as people write them. */
export function useMoments() {
  const date = useDate()
  return (words: string) => words.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, moment => date(moment))
}
