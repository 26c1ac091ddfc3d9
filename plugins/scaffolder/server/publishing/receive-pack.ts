/** What a repository says before a push: where its refs point to, and what it can do. */
export interface RemoteRefs {
  readonly refs: ReadonlyMap<string, string>
  readonly capabilities: ReadonlySet<string>
}

/** What a repository says after a push. */
export interface PushReport {
  /** Why a ref was not updated; undefined when all was well. */
  readonly refusal?: string | undefined
  /** What the host said to the one who pushes, such as the output of a hook. */
  readonly said: string
}

const noCommit = '0'.repeat(40)
const sideBand = 'side-band-64k'
const [dataBand, messageBand] = [1, 2]

/** Reads the answer to `info/refs?service=git-receive-pack`. */
export function readRefs(bytes: Buffer): RemoteRefs {
  const lines = packetsOf(bytes).map(each => each.toString('utf8').replace(/\n$/, ''))
  const listed = lines.filter(line => /^[0-9a-f]{40} /.test(line))
  const capabilities = new Set(listed[0]?.split('\0')[1]?.split(' ') ?? [])
  const refs = listed.flatMap(line => {
    const [oid = '', name = ''] = (line.split('\0')[0] ?? '').split(' ')
    return oid === noCommit || name.endsWith('^{}') ? [] : [[name, oid] as const]
  })
  return { refs: new Map(refs), capabilities }
}

/** A request that moves one ref to a commit, with the pack that has it. */
export function toPushRequest({ refs, capabilities }: RemoteRefs, ref: string, commit: string, pack: Uint8Array): Buffer {
  const wanted = ['report-status', ...(capabilities.has(sideBand) ? [sideBand] : []), 'agent=git/portico']
  const line = `${refs.get(ref) ?? noCommit} ${commit} ${ref}\0 ${wanted.join(' ')}\n`
  return Buffer.concat([toPacket(line), Buffer.from('0000'), pack])
}

/** Reads the answer to a push. */
export function readReport(bytes: Buffer, { capabilities }: RemoteRefs): PushReport {
  const packets = packetsOf(bytes)
  const ofBand = (band: number) => Buffer.concat(packets.flatMap(each => (each[0] === band ? [each.subarray(1)] : [])))
  const isBanded = capabilities.has(sideBand)
  const report = isBanded ? packetsOf(ofBand(dataBand)) : packets
  const said = isBanded
    ? Buffer.concat(packets.flatMap(each => ((each[0] ?? 0) >= messageBand ? [each.subarray(1)] : []))).toString('utf8')
    : ''
  const lines = report.map(each => each.toString('utf8').trimEnd())
  const unpack = lines.find(line => line.startsWith('unpack '))?.slice('unpack '.length)
  const refused = lines
    .find(line => line.startsWith('ng '))
    ?.split(' ')
    .slice(2)
    .join(' ')
  const refusal = refused ?? (unpack === 'ok' ? undefined : (unpack ?? 'it did not say how the push ended'))
  return { said: said.trim(), ...(refusal !== undefined && { refusal }) }
}

/** The packets of an answer: four hex digits for the length of each, then its data. Those that only separate are left out. */
function packetsOf(bytes: Buffer): Buffer[] {
  const packets: Buffer[] = []
  for (let at = 0; at + 4 <= bytes.length;) {
    const length = Number.parseInt(bytes.toString('latin1', at, at + 4), 16)
    if (length > 4) packets.push(bytes.subarray(at + 4, at + length))
    at += Math.max(length, 4) || bytes.length
  }
  return packets
}

function toPacket(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes])
}
