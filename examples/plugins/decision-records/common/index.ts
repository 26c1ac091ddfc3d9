import { defineContract, get, type Entity } from '@portico/plugin/common'
import { z } from 'zod'

/** Where the records of an entity are: a folder beside its file, or an address. */
export const adrLocation = 'backstage.io/adr-location'

export const hasRecords = ({ metadata }: Entity): boolean => Boolean(metadata.annotations?.[adrLocation])

const DecisionRecord = z.object({
  /** The name of its file. */
  file: z.string(),
  title: z.string(),
  /** As it is written: `accepted`, `superseded by 0007`. Absent where the record says none. */
  status: z.string().optional(),
  date: z.string().optional(),
})
export type DecisionRecord = z.output<typeof DecisionRecord>

const params = z.object({ namespace: z.string(), kind: z.string(), name: z.string() })

export const decisionRecordsApi = defineContract('decision-records', {
  listRecords: get('/records/:namespace/:kind/:name', { params, access: 'signed-in', reply: z.object({ items: z.array(DecisionRecord) }) }),
  getRecord: get('/records/:namespace/:kind/:name/file', {
    params,
    query: z.object({ file: z.string().max(300) }),
    access: 'signed-in',
    reply: DecisionRecord.extend({ text: z.string() }),
  }),
})
