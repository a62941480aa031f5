import { answerLogoutForm } from '@/lib/bff/lock-forms'
import { theDoor } from '@/lib/bff/the-door'

/** 退出系统 of the lock page where no script runs. */
export const POST = (request: Request) => answerLogoutForm(theDoor(), request)
