/** The quiet picture of the login page: a car before a plan that is paid off month by month. Drawn, in two tones. */
export function BrandPicture({ className }: { className?: string | undefined }) {
  const payments = [96, 88, 80, 72, 64, 56, 48, 40, 32, 24, 16, 8]
  return (
    <svg className={className} viewBox="0 0 560 320" fill="none" aria-hidden="true">
      <clipPath id="behind-the-car">
        <path d="M0 0 H560 V286 H446 V236 H136 V286 H0 Z" />
      </clipPath>
      <g fill="currentColor" opacity="0.13" clipPath="url(#behind-the-car)">
        {payments.map((height, month) => (
          <rect
            key={height}
            x={62 + month * 37}
            y={286 - height * 2.2}
            width={18}
            height={height * 2.2}
            rx={3}
          />
        ))}
      </g>
      <path
        d="M44 52 C 180 96, 330 172, 512 258"
        stroke="currentColor"
        strokeWidth="2"
        strokeDasharray="2 8"
        strokeLinecap="round"
        opacity="0.55"
      />
      <g stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round">
        <path
          className="surface"
          d="M136 262 v-22 c0-9 6-14 14-16 l44-9 40-33 c8-6 14-8 24-8 h84 c13 0 20 3 29 11 l32 29 38 7 c11 2 17 9 17 19 v22 h-34 a30 30 0 0 0-60 0 H230 a30 30 0 0 0-60 0 Z"
        />
        <path
          d="M214 214 l30-24 c5-4 9-5 15-5 h31 v29 Z M304 185 h36 c9 0 14 2 20 7 l24 22 h-80 Z"
          opacity="0.6"
        />
        <path d="M304 226 h16 M136 242 h12 M446 236 h12" opacity="0.6" />
        <circle className="surface" cx="200" cy="264" r="21" />
        <circle cx="200" cy="264" r="8" opacity="0.6" />
        <circle className="surface" cx="394" cy="264" r="21" />
        <circle cx="394" cy="264" r="8" opacity="0.6" />
      </g>
      <path d="M24 286 H536" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
      <path
        d="M70 300 H150 M190 300 H214 M300 300 H430 M462 300 H480"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        opacity="0.35"
      />
    </svg>
  )
}
