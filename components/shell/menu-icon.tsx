/** Menu icons by the name that the server gives them, on a 16-px grid. */
const paths: Readonly<Record<string, string>> = {
  work: 'M2 5.5h12v8H2v-8Zm3.5 0v-2h5v2M2 9h12',
  home: 'm2 7.5 6-5 6 5M3.5 6.5v7h9v-7M6.5 13.5v-4h3v4',
  intake: 'M3 2.5h10v11H3v-11Zm2.5 3h5m-5 2.5h5m-5 2.5h2.5',
  list: 'M5.5 4h8m-8 4h8m-8 4h8M2.5 4h.01M2.5 8h.01M2.5 12h.01',
  'person-add':
    'M6 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Zm-4.5 5.5c0-2.5 2-4 4.5-4s4.5 1.5 4.5 4m1.5-8v4m2-2h-4',
  history: 'M2.5 8A5.5 5.5 0 1 1 4 11.8M2.5 8l-1-1.6M2.5 8l1.6-1M8 5v3l2 1.5',
  star: 'm8 2 1.9 3.8 4.1.6-3 2.9.7 4.2L8 11.5l-3.7 2 .7-4.2-3-2.9 4.1-.6L8 2Z',
  review: 'M8 2 3 4v3.6c0 3 2.1 5.3 5 6.4 2.9-1.1 5-3.4 5-6.4V4L8 2Zm-2.2 5.8 1.6 1.6 2.8-3',
  pool: 'M2 9.5 4 3h8l2 6.5v4H2v-4Zm0 0h3.5l1 1.5h3l1-1.5H14',
  order: 'M4 2h5.2L12 4.8V14H4V2Zm5 0v3h3M6 8h4m-4 2.6h4',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9Zm3.3 7.8 3.2 3.2',
}

/** The icon of a menu entry; an unknown name is a dot. It says nothing to a screen reader: the label does. */
export function MenuIcon({ name }: { name: string }) {
  return (
    <svg
      aria-hidden="true"
      width={16}
      height={16}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ flex: 'none' }}
    >
      <path d={paths[name] ?? 'M8 7a1 1 0 1 0 0 2 1 1 0 0 0 0-2Z'} />
    </svg>
  )
}
