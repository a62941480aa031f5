/** Line icons on a 16-px grid, drawn with the colour of the text around them. */
export const iconPaths = {
  calendar: 'M2.5 3.5h11v10h-11v-10Zm0 3h11M5.5 2v3m5-3v3',
  clock: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Zm0 2.8V8l2.2 1.4',
  pencil: 'm3 13 .6-2.6 7.1-7.1a1.2 1.2 0 0 1 1.7 0l.3.3a1.2 1.2 0 0 1 0 1.7l-7.1 7.1L3 13Z',
  undo: 'M5.5 3 2.5 6l3 3M3 6h6.2a3.6 3.6 0 1 1 0 7.2H6',
  cross: 'm4 4 8 8m0-8-8 8',
  tick: 'm3 8.4 3.2 3.1L13 4.6',
  ban: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2ZM3.8 3.8l8.4 8.4',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9Zm3.3 7.8 3.2 3.2',
  filter: 'M2.5 3.5h11L9.5 8.4v4.1l-3-1.3V8.4l-4-4.9Z',
  columns: 'M2.5 3h11v10h-11V3Zm3.7 0v10m3.6-10v10',
  rows: 'M2.5 4h11m-11 4h11m-11 4h11',
  download: 'M8 2.5v7m-3-2.8 3 3 3-3M3 13h10',
  refresh: 'M13 5.5A5.5 5.5 0 1 0 13.5 9M13.3 2.5v3.2h-3.2',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  up: 'm4 9.5 4-4 4 4',
  down: 'm4 6.5 4 4 4-4',
  left: 'm9.8 4-4 4 4 4',
  right: 'm6.2 4 4 4-4 4',
  star: 'm8 2 1.9 3.8 4.1.6-3 2.9.7 4.2L8 11.5l-3.7 2 .7-4.2-3-2.9 4.1-.6L8 2Z',
  pin: 'M5.5 2.5h5l-.7 4 2.2 2.2H4l2.2-2.2-.7-4ZM8 8.7v5',
  copy: 'M5.5 5.5v-3h8v8h-3m-8-5h8v8h-8v-8Z',
  eyeOff:
    'M2.5 2.5l11 11M6.4 3.9A6 6 0 0 1 8 3.7c4 0 6.2 4.3 6.2 4.3a11 11 0 0 1-1.8 2.4M4.3 5.1A10.7 10.7 0 0 0 1.8 8S4 12.3 8 12.3a6 6 0 0 0 2.9-.8M6.7 6.7a1.8 1.8 0 0 0 2.5 2.5',
  eye: 'M1.8 8S4 3.7 8 3.7 14.2 8 14.2 8 12 12.3 8 12.3 1.8 8 1.8 8ZM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6Z',
  warning: 'M8 2.4 14.3 13H1.7L8 2.4Zm0 4.1v3.2m0 1.6v.1',
  video: 'M2 4.5h8v7H2v-7Zm8 2.7 4-2.2v6l-4-2.2',
  card: 'M2 4h12v8.5H2V4Zm0 2.8h12M4.3 10h2.2',
  document: 'M4 2h5.2L12 4.8V14H4V2Zm5 0v3h3M6 8h4m-4 2.6h4',
  coin: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2ZM5.6 5 8 8l2.4-3M8 8v3.4M6 8.4h4m-4 1.7h4',
  satellite:
    'M8 9.3a1.3 1.3 0 1 0 0-2.6 1.3 1.3 0 0 0 0 2.6ZM4.8 11.2a4.5 4.5 0 0 1 0-6.4m6.4 6.4a4.5 4.5 0 0 0 0-6.4M8 9.3V14',
  shield: 'M8 2 3 4v3.6c0 3 2.1 5.3 5 6.4 2.9-1.1 5-3.4 5-6.4V4L8 2Zm-2.2 5.8 1.6 1.6 2.8-3',
  key: 'M5 7a3 3 0 1 0 .01 5.99A3 3 0 0 0 5 7Zm2.2.8L13.5 2.5m-3 2.6 1.9 1.9',
  bank: 'M2 6.2 8 2.5l6 3.7H2Zm1.5 0v5.3m3-5.3v5.3m3-5.3v5.3m3-5.3v5.3M2 13.2h12',
  upload: 'M8 10.5v-7m-3 2.8 3-3 3 3M3 13h10',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  rotate: 'M12.6 5.2A5.3 5.3 0 1 0 13.3 8M13 2.2v3.2H9.8',
  fit: 'M2.5 6V2.5H6m4 0h3.5V6m0 4v3.5H10m-4 0H2.5V10',
  phone:
    'M3 2.5h2.6l1.2 3-1.6 1.2a8 8 0 0 0 4.1 4.1l1.2-1.6 3 1.2V13c0 .6-.5 1-1 1A10.5 10.5 0 0 1 2 3.5c0-.5.4-1 1-1Z',
  hangUp: 'M2.2 9.8c3.4-3.7 8.2-3.7 11.6 0l-1.6 2-2.4-1.2V8.9a7 7 0 0 0-3.6 0v1.7l-2.4 1.2-1.6-2Z',
  mic: 'M8 2a2 2 0 0 1 2 2v3.5a2 2 0 0 1-4 0V4a2 2 0 0 1 2-2ZM3.8 7.3a4.2 4.2 0 0 0 8.4 0M8 11.5V14m-2 0h4',
  micOff: 'M6 6.4V4a2 2 0 0 1 4 0v3.5M3.8 7.3a4.2 4.2 0 0 0 6.6 3.4M8 11.5V14m-2 0h4M2.5 2.5l11 11',
  lock: 'M3.5 7.2h9v6.3h-9V7.2Zm2-.2V5a2.5 2.5 0 0 1 5 0v2M8 9.6v1.6',
  shrink: 'M6 2.5V6H2.5m11 0H10V2.5m0 11V10h3.5m-11 0H6v3.5',
  bell: 'M8 2.2c-2.4 0-4 1.8-4 4.2 0 2.6-1.2 3.9-1.2 4.8h10.4c0-.9-1.2-2.2-1.2-4.8 0-2.4-1.6-4.2-4-4.2ZM6.6 13.4h2.8',
  shirt: 'm5.5 2.5-3.7 2 1.4 3 1.3-.6v6.6h7V6.9l1.3.6 1.4-3-3.7-2a2.6 2.6 0 0 1-5 0Z',
  palette:
    'M8 2a6 6 0 1 0 0 12c1 0 1.4-.6 1.4-1.3 0-1-.6-1.2-.6-2 0-.7.6-1.2 1.4-1.2H12c1.2 0 2-.8 2-2C14 4.4 11.3 2 8 2ZM5 7.5h.01M7.2 5h.01M10.3 5.4h.01',
  bug: 'M8 4.5c-2 0-3 1.6-3 4s1 4.5 3 4.5 3-2.1 3-4.5-1-4-3-4Zm-1.6 0L5.2 2.8m4.4 1.7 1.2-1.7M5 7H2.5M5 9.5H2.2M5.4 12l-2 1.5M11 7h2.5M11 9.5h2.8m-3.2 2.5 2 1.5M8 7.5v5',
  language: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2ZM2.2 8h11.6M8 2c-3.4 3.6-3.4 8.4 0 12 3.4-3.6 3.4-8.4 0-12Z',
  grid: 'M2.5 2.5H7V7H2.5V2.5Zm6.5 0h4.5V7H9V2.5ZM2.5 9H7v4.5H2.5V9ZM9 9h4.5v4.5H9V9Z',
  gear: 'M8 5.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4ZM8 2v1.6M8 12.4V14M2 8h1.6M12.4 8H14M3.8 3.8l1.1 1.1m6.2 6.2 1.1 1.1m0-8.4-1.1 1.1m-6.2 6.2-1.1 1.1',
  tree: 'M6 2.5h4v3H6v-3ZM2 10.5h4v3H2v-3Zm8 0h4v3h-4v-3ZM8 5.5V8m-4 2.5V8h8v2.5',
  book: 'M3 2.5h8.5a1.5 1.5 0 0 1 1.5 1.5v9.5H4.5A1.5 1.5 0 0 1 3 12V2.5Zm0 9.5a1.5 1.5 0 0 1 1.5-1.5H13M5.8 5.5h4.4',
  trash: 'M3 4.5h10m-6.5 0v-2h3v2m-5 0 .6 9h5.8l.6-9',
} as const

export type IconName = keyof typeof iconPaths

/** An icon beside a word. It says nothing to a screen reader: the word does. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ flex: 'none' }}
    >
      <path d={iconPaths[name]} strokeWidth={name === 'more' ? 2 : undefined} />
    </svg>
  )
}
