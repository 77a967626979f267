/** A request by http. In a file of its own, so that Node's client is loaded when it is needed. */
import { type ClientRequest, type RequestOptions, request } from "node:http";

export function begin(address: URL, options: RequestOptions): ClientRequest {
  return request(address, options);
}
