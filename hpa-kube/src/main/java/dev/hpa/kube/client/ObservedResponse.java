package dev.hpa.kube.client;

import dev.hpa.kube.content.CountedInput;
import dev.hpa.kube.http.TransportResponse;
import java.io.InputStream;
import java.util.function.LongConsumer;

/** A response that reports the size of its body when it is closed. */
final class ObservedResponse extends ForwardingResponse {

  private final BodyInput body;
  private final LongConsumer received;
  private boolean isClosed;

  ObservedResponse(TransportResponse response, LongConsumer received) {
    super(response);
    this.body = new BodyInput(response.body());
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
      received.accept(body.size);
    }
  }

  private static final class BodyInput extends CountedInput {
    private long size;

    BodyInput(InputStream in) {
      super(in);
    }

    @Override
    protected void count(long bytes) {
      size += bytes;
    }
  }
}
