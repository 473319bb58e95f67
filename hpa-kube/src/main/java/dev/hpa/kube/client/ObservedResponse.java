package dev.hpa.kube.client;

import dev.hpa.kube.content.CountedInput;
import dev.hpa.kube.http.TransportResponse;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A response that reports the size of its body, as it was sent, when it is closed. A body that a
 * proxy compressed with gzip although no compression was requested is decompressed, as by the
 * clients of Go that request it.
 */
final class ObservedResponse implements TransportResponse {

  private final TransportResponse response;
  private final InputStream body;
  private final LongConsumer received;
  private long size;
  private boolean isClosed;

  ObservedResponse(TransportResponse response, LongConsumer received) {
    InputStream sent = new CountedInput(response.body(), bytes -> size += bytes);
    boolean isCompressed = "gzip".equalsIgnoreCase(response.header("Content-Encoding"));
    this.response = response;
    this.body = isCompressed ? new Gunzip(sent) : sent;
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
      received.accept(size);
    }
  }

  /** Reads the header of the format with the first byte, not before the response is used. */
  private static final class Gunzip extends InputStream {
    private final InputStream compressed;
    private @Nullable InputStream text;

    Gunzip(InputStream compressed) {
      this.compressed = compressed;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (text == null) {
        text = new GZIPInputStream(compressed);
      }
      try {
        return text.read(bytes, offset, length);
      } catch (StackOverflowError members) {
        // Java reads each empty member of a compressed body within the one before.
        throw new IOException("the compressed response has too many empty parts", members);
      }
    }
  }
}
