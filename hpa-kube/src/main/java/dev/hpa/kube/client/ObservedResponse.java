package dev.hpa.kube.client;

import dev.hpa.kube.http.TransportResponse;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** A response that reports the size of its body when it is closed. */
final class ObservedResponse implements TransportResponse {

  private final TransportResponse response;
  private final CountedInput body;
  private final LongConsumer received;
  private boolean isClosed;

  ObservedResponse(TransportResponse response, LongConsumer received) {
    this.response = response;
    this.body = new CountedInput(response.body());
    this.received = received;
  }

  @Override
  public int code() {
    return response.code();
  }

  @Override
  public @Nullable String header(String name) {
    return response.header(name);
  }

  @Override
  public InputStream body() {
    return body;
  }

  @Override
  public void distrust() {
    response.distrust();
  }

  @Override
  public void close() {
    response.close();
    if (!isClosed) {
      isClosed = true;
      received.accept(body.count);
    }
  }

  private static final class CountedInput extends FilterInputStream {
    private long count;

    CountedInput(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int read = super.read();
      count += read < 0 ? 0 : 1;
      return read;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = super.read(bytes, offset, length);
      count += Math.max(read, 0);
      return read;
    }

    @Override
    public long skip(long length) throws IOException {
      long skipped = super.skip(length);
      count += skipped;
      return skipped;
    }
  }
}
