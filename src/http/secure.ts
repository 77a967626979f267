/** A request by https. In a file of its own, so that Node's client, and all of TLS, is loaded when it is needed. */
import type { ClientRequest, RequestOptions } from "node:http";
import { request } from "node:https";

export function begin(address: URL, options: RequestOptions): ClientRequest {
  return request(address, options);
}
