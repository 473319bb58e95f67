package dev.hpa.kube.client;

import dev.hpa.kube.content.CountedInput;
import dev.hpa.kube.http.TransportResponse;
import java.io.InputStream;
import java.util.function.LongConsumer;

/** A response that reports the size of its body when it is closed. */
final class ObservedResponse extends ForwardingResponse {

  private final InputStream body;
  private final LongConsumer received;
  private long size;
  private boolean isClosed;

  ObservedResponse(TransportResponse response, LongConsumer received) {
    super(response);
    this.body = new CountedInput(response.body(), bytes -> size += bytes);
    this.received = received;
  }

  @Override
  public InputStream body() {
    return body;
  }

  @Override
  public void close() {
    super.close();
    if (!isClosed) {
      isClosed = true;
      received.accept(size);
    }
  }
}
