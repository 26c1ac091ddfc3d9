import { defineMessages } from '@portico/core/web'

/** The words about single results. */
export const resultMessages = defineMessages('scorecards-result', {
  since: '(since {moment})',
  until: '(until {moment})',
  nothing: 'nothing',
  more: '+{count}',
})
