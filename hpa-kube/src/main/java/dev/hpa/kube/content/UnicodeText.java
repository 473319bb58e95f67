package dev.hpa.kube.content;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/**
 * Text in the encoding that its byte order mark names, as the parsers of kubectl detect it: UTF-16
 * is what {@code >} of PowerShell writes. Without a mark it is UTF-8.
 */
public final class UnicodeText {

  private static final Map<Charset, byte[]> MARKS =
      Map.of(
          StandardCharsets.UTF_8, new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF},
          StandardCharsets.UTF_16LE, new byte[] {(byte) 0xFF, (byte) 0xFE},
          StandardCharsets.UTF_16BE, new byte[] {(byte) 0xFE, (byte) 0xFF});

  private static final int MAX_MARK = 3;

  private UnicodeText() {}

  /** The text of a stream, without its mark; malformed bytes are replaced. */
  public static Reader of(InputStream in) throws IOException {
    byte[] start = in.readNBytes(MAX_MARK);
    PushbackInputStream rest = new PushbackInputStream(in, MAX_MARK);
    Charset charset = StandardCharsets.UTF_8;
    int length = 0;
    for (Map.Entry<Charset, byte[]> mark : MARKS.entrySet()) {
      if (startsWith(start, mark.getValue())) {
        charset = mark.getKey();
        length = mark.getValue().length;
      }
    }
    rest.unread(start, length, start.length - length);
    return new InputStreamReader(rest, charset);
  }

  private static boolean startsWith(byte[] text, byte[] mark) {
    return text.length >= mark.length && Arrays.equals(text, 0, mark.length, mark, 0, mark.length);
  }
}
