import { createHash } from 'node:crypto'
import type { ToolAnswer, ToolRequest } from '../tool.ts'

interface Booking {
  readonly parcelNumber: string
  status: string
  readonly priceCents: number
  readonly window: { readonly from: string; readonly until: string }
  readonly trackingUrl: string
}

const maxBookings = 200
const hourMs = 3_600_000
const statuses = ['out-for-delivery', 'collected', 'booked', 'in-locker', 'delivered', 'returned']

/** The Booking API of the example organisation: answers as its definition says. Bookings are forgotten with the process. */
export function createBookingApi(now: () => number = Date.now) {
  const bookings = new Map<string, Booking>()
  const byKey = new Map<string, string>()
  statuses.forEach((status, at) => add(numberOf(4_410_280_075 + at * 913), status, at - 3))

  function add(parcelNumber: string, status: string, inHours: number): Booking {
    const from = Math.ceil(now() / hourMs + inHours) * hourMs
    const window = { from: new Date(from).toISOString(), until: new Date(from + 2 * hourMs).toISOString() }
    const trackingUrl = `https://track.larkpost.example/${parcelNumber}`
    const booking = { parcelNumber, status, priceCents: 450 + (Number(parcelNumber.slice(2, 8)) % 700), window, trackingUrl }
    bookings.set(parcelNumber, booking)
    if (bookings.size > maxBookings) bookings.delete(bookings.keys().next().value!)
    return booking
  }

  function create({ headers, body }: ToolRequest, base: string): ToolAnswer {
    const key = String(headers['idempotency-key'] ?? '')
    if (key.length < 16) return problem(422, 'Idempotency-Key is missing', 'Send a header Idempotency-Key of 16 to 64 characters.')
    const given = parse(body)
    if (!given || typeof given['quoteId'] !== 'string' || !given['receiver']) return problem(422, 'quoteId, sender and receiver are needed')
    const known = bookings.get(byKey.get(key) ?? '')
    const number = numberOf(Number.parseInt(createHash('sha256').update(key).digest('hex').slice(0, 8), 16))
    const booking = known ?? add(number, 'booked', 3)
    byKey.set(key, booking.parcelNumber)
    if (byKey.size > maxBookings) byKey.delete(byKey.keys().next().value!)
    return { status: 201, json: booking, headers: { location: `${base}/bookings/${booking.parcelNumber}` } }
  }

  function quote({ body }: ToolRequest): ToolAnswer {
    const given = parse(body)
    const parcel = given?.['parcel'] as { weightGrams?: unknown } | undefined
    const grams = Number(parcel?.weightGrams)
    if (!(grams > 0)) return problem(422, 'parcel.weightGrams is missing', 'We like to know what we lift.')
    if (grams > 25_000) return problem(422, 'Too heavy', 'A cargo bike carries 25 kg a parcel. Ask a van.')
    const from = Math.ceil(now() / hourMs + 2) * hourMs
    const window = { from: new Date(from).toISOString(), until: new Date(from + 2 * hourMs).toISOString() }
    const id = `3f2a91c4-7b1e-4d0a-9c55-${String(Math.round(grams)).padStart(12, '0')}`
    return {
      status: 201,
      json: { id, priceCents: 390 + Math.round(grams / 20), window, expiresAt: new Date(now() + hourMs / 4).toISOString() },
    }
  }

  function list(query: URLSearchParams): ToolAnswer {
    const wanted = query.getAll('status').flatMap(each => each.split(','))
    const limit = Math.min(Math.max(Number(query.get('limit') ?? 50) || 50, 1), 200)
    const found = [...bookings.values()].toReversed().filter(({ status }) => wanted.length === 0 || wanted.includes(status))
    return { json: { items: found.slice(0, limit) } }
  }

  function one(method: string, number: string, below: string): ToolAnswer {
    const booking = bookings.get(number)
    if (!booking) return problem(404, 'No such parcel', `Nobody here has seen ${number}. Try one of GET /bookings.`)
    if (below === '/label' && method === 'GET') return { body: Buffer.from('%PDF-1.4\n\0'), headers: { 'content-type': 'application/pdf' } }
    if (below === '/label.zpl' && method === 'GET') return { body: `^XA^FO50,50^ADN,36,20^FD${number}^FS^XZ\n` }
    if (below !== '') return problem(404, 'Not found')
    if (method === 'GET') return { json: booking }
    if (method !== 'DELETE') return problem(405, 'Method not allowed')
    if (booking.status !== 'booked') return problem(409, 'A rider already has the parcel')
    booking.status = 'cancelled'
    return { status: 204 }
  }

  /** @param path below `/booking/v4` */
  return function answerBooking(request: ToolRequest, path: string): ToolAnswer {
    const { method, url } = request
    const base = `${url.origin}/booking/v4`
    if (path === '/quotes' && method === 'POST') return quote(request)
    if (path === '/bookings' && method === 'GET') return list(url.searchParams)
    if (path === '/bookings' && method === 'POST') return create(request, base)
    const [, number, below = ''] = /^\/bookings\/([\w-]+)(\/.*)?$/.exec(path) ?? []
    return number === undefined ? problem(404, 'Not found') : one(method, number, below)
  }
}

/** With a check digit, as the definition says. */
function numberOf(number: number): string {
  const digits = String(number % 10_000_000_000).padStart(10, '0')
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (11 - at), 0)
  const check = (11 - (sum % 11)) % 11
  return `LP${digits}${check === 10 ? 'X' : check}`
}

function parse(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(String(body))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function problem(status: number, title: string, detail?: string): ToolAnswer {
  return {
    status,
    json: { title, status, ...(detail !== undefined && { detail }) },
    headers: { 'content-type': 'application/problem+json' },
  }
}
