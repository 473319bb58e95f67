package dev.hpa.tck.adapters;

import dev.hpa.spi.ApiRequest;
import java.io.IOException;

/**
 * Sends the requests of a contract to an adapter, or to an API server that aggregates it: {@link
 * HttpAdapterClient}, or the handler of an adapter without a network. Calls block.
 */
@FunctionalInterface
public interface AdapterClient {

  /**
   * Sends a GET request once.
   *
   * @param request path and query, see {@link ApiRequest#target}
   * @return the response, whatever its status code
   * @throws IOException if there is no complete response
   */
  AdapterResponse get(ApiRequest request) throws IOException;
}
