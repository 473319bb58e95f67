package dev.hpa.kube.client;

import dev.hpa.kube.http.TransportResponse;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A response that a proxy compressed with gzip although no compression was requested. The clients
 * of Go that request compression decompress it.
 */
final class DecompressedResponse extends ForwardingResponse {

  private final InputStream body;

  private DecompressedResponse(TransportResponse response) {
    super(response);
    this.body = new Gunzip(response.body());
  }

  /** The response itself if it is not compressed. */
  static TransportResponse of(TransportResponse response) {
    return "gzip".equalsIgnoreCase(response.header("Content-Encoding"))
        ? new DecompressedResponse(response)
        : response;
  }

  @Override
  public InputStream body() {
    return body;
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
