import { forbidden } from 'next/navigation'

/** Answers 403; app/forbidden.tsx is what is seen. */
export default function Page() {
  forbidden()
}
