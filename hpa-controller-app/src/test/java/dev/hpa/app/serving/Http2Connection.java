package dev.hpa.app.serving;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLSocket;

/** An HTTP/2 connection with frames written by the test. */
final class Http2Connection implements AutoCloseable {

  private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int SETTINGS = 4;
  private static final byte RST_STREAM = 3;
  private static final byte WINDOW_UPDATE = 8;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;
  private static final int ACK = 1;

  /** Of HPACK: a field that is not indexed, with its name as text. */
  private static final int LITERAL = 0;

  /** Of HPACK: {@code :status 200} of the static table. */
  private static final int STATUS_200 = 0x88;

  /** Of HPACK: {@code :status 400}. */
  private static final int STATUS_400 = 0x8c;

  private final SSLSocket socket;
  private final DataInputStream in;
  private int lastStream = -1;

  Http2Connection(SSLSocket socket) throws IOException {
    this.socket = socket;
    this.in = new DataInputStream(socket.getInputStream());
    socket.getOutputStream().write(PREFACE.getBytes(StandardCharsets.US_ASCII));
    frame(SETTINGS, 0, 0, new byte[0]);
  }

  /**
   * Sends the headers of a request on a new stream.
   *
   * @param more pairs of name and value, in lower case
   */
  Http2Connection headers(boolean isLast, String method, String path, String... more)
      throws IOException {
    lastStream += 2;
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    field(block, ":method", method);
    field(block, ":scheme", "https");
    field(block, ":authority", "localhost");
    field(block, ":path", path);
    for (int i = 0; i < more.length; i += 2) {
      field(block, more[i], more[i + 1]);
    }
    frame(HEADERS, END_HEADERS | (isLast ? END_STREAM : 0), lastStream, block.toByteArray());
    return this;
  }

  /** Sends a part of the body of the last request. */
  Http2Connection data(boolean isLast, String text) throws IOException {
    frame(DATA, isLast ? END_STREAM : 0, lastStream, text.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  /** Lets the server send one byte more, a number of times, until the connection is closed. */
  Http2Connection windowUpdates(int number) throws IOException {
    ByteBuffer frames = ByteBuffer.allocate(13 * number);
    while (frames.hasRemaining()) {
      frames.put((byte) 0).putShort((short) 4).put(WINDOW_UPDATE).put((byte) 0).putInt(0).putInt(1);
    }
    try {
      socket.getOutputStream().write(frames.array());
    } catch (SocketException closed) {
      // As the next read shows.
    }
    return this;
  }

  /** Begins requests and resets each at once, until the connection is closed. */
  Http2Connection resets(int number) throws IOException {
    try {
      for (int i = 0; i < number; i++) {
        headers(true, "GET", "/livez");
        frame(RST_STREAM, 0, lastStream, new byte[] {0, 0, 0, 8});
      }
    } catch (SocketException closed) {
      // As the next read shows.
    }
    return this;
  }

  /** Whether the server closes the connection, whatever it sends before. */
  boolean isClosedByServer() {
    try {
      in.transferTo(OutputStream.nullOutputStream());
      return true;
    } catch (SocketTimeoutException open) {
      return false;
    } catch (IOException reset) {
      return true;
    }
  }

  /** The status and body of the response to the last request. */
  String response() throws IOException {
    StringBuilder response = new StringBuilder();
    while (true) {
      int length = (in.readUnsignedByte() << 16) | in.readUnsignedShort();
      int type = in.readUnsignedByte();
      int flags = in.readUnsignedByte();
      int stream = in.readInt();
      byte[] payload = in.readNBytes(length);
      if (payload.length < length) {
        throw new EOFException("closed after: " + response);
      }
      if (type == SETTINGS && (flags & ACK) == 0) {
        frame(SETTINGS, ACK, 0, new byte[0]);
      }
      if (stream == lastStream && type == HEADERS) {
        response.append(status(payload));
      }
      if (stream == lastStream && type == DATA) {
        response.append(' ').append(new String(payload, StandardCharsets.UTF_8));
      }
      if (stream == lastStream && (flags & END_STREAM) != 0) {
        return response.toString();
      }
    }
  }

  private static String status(byte[] block) {
    int place = 0;
    // A change of the size of the dynamic table, with a number of several bytes, may come first.
    while ((block[place] & 0xe0) == 0x20) {
      boolean isLong = (block[place] & 0x1f) == 0x1f;
      place++;
      while (isLong) {
        isLong = block[place] < 0;
        place++;
      }
    }
    int first = Byte.toUnsignedInt(block[place]);
    return first == STATUS_200
        ? "200"
        : first == STATUS_400 ? "400" : "another status: " + Integer.toHexString(first);
  }

  private static void field(ByteArrayOutputStream block, String name, String value) {
    block.write(LITERAL);
    for (String text : new String[] {name, value}) {
      byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
      block.write(bytes.length);
      block.writeBytes(bytes);
    }
  }

  private void frame(int type, int flags, int stream, byte[] payload) throws IOException {
    ByteBuffer frame = ByteBuffer.allocate(9 + payload.length);
    frame.put((byte) (payload.length >> 16)).putShort((short) payload.length);
    frame.put((byte) type).put((byte) flags).putInt(stream).put(payload);
    socket.getOutputStream().write(frame.array());
    socket.getOutputStream().flush();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
