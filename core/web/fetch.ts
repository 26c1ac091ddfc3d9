/** The browser's fetch, as far as the portal uses it. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>
