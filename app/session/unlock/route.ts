import { answerUnlockForm } from '@/lib/bff/lock-forms'
import { theDoor } from '@/lib/bff/the-door'

/** 解锁 of the lock page where no script runs. */
export const POST = (request: Request) => answerUnlockForm(theDoor(), request)
