import { consolePage } from '@/app/(console)/_parts/console-page'
import { ProductsScreen } from './screen'

export default consolePage('productList', () => <ProductsScreen />)
