/** The portal's logo: a doorway with two columns. Decoration; its name is beside it or on the link around it. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <path
        d="M6.5 12.2 16 6.4l9.5 5.8"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M10 14.5v9M22 14.5v9M7 25.4h18" fill="none" stroke="var(--on-accent)" strokeWidth="2" strokeLinecap="round" />
      <path
        d="M14 23.6v-5.2a2 2 0 0 1 4 0v5.2"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="2"
        strokeLinecap="round"
        strokeOpacity=".72"
      />
    </svg>
  )
}
