export { Delivery, type DeliveryOptions } from './delivery.ts';
