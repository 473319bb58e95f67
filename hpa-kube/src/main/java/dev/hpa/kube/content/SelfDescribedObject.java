package dev.hpa.kube.content;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hpa.api.GoQuote;
import dev.hpa.api.JsonStream;
import dev.hpa.api.TypeMetaReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * An object that carries its own kind and apiVersion, in any content type.
 *
 * @param head kind and apiVersion
 * @param json the whole object as JSON
 */
public record SelfDescribedObject(TypeMetaReader head, String json) {

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  /**
   * Reads an object and detects its content type.
   *
   * @throws IOException with client-go's message if it is not an API object
   */
  public static SelfDescribedObject read(InputStream body) throws IOException {
    byte[] bytes = withoutMark(body.readAllBytes());
    ContentType form = ContentType.of(bytes);
    String json = new String(form.toJson(bytes), UTF_8);
    TypeMetaReader head = new TypeMetaReader();
    JsonStream.readObject(
        json,
        (member, in) -> {
          if (!head.tryRead(member, in)) {
            in.skip();
          }
        });
    String shown = form == ContentType.PROTOBUF ? goType(head) : new String(bytes, UTF_8);
    String version = head.groupVersion().version();
    require("Kind", head.kind(), shown);
    require("apiVersion", version, shown);
    return new SelfDescribedObject(head, json);
  }

  private static byte[] withoutMark(byte[] body) {
    int mark = BYTE_ORDER_MARK.length;
    return body.length >= mark && Arrays.equals(body, 0, mark, BYTE_ORDER_MARK, 0, mark)
        ? Arrays.copyOfRange(body, mark, body.length)
        : body;
  }

  private static String goType(TypeMetaReader head) {
    return "runtime.TypeMeta{APIVersion:%s, Kind:%s}"
        .formatted(GoQuote.quote(head.apiVersion()), GoQuote.quote(head.kind()));
  }

  private static void require(String what, String told, String shown) throws IOException {
    if (told.isEmpty()) {
      throw new IOException("Object '%s' is missing in '%s'".formatted(what, shown));
    }
  }
}
