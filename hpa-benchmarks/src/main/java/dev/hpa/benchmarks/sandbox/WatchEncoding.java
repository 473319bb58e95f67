package dev.hpa.benchmarks.sandbox;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import okio.BufferedSource;

/**
 * Encoding of watch events. Decodes only the type and the resource version, because the benchmark
 * measures the sandbox and not its clients.
 */
enum WatchEncoding {
  JSON("application/json") {
    @Override
    Event next(BufferedSource in) throws IOException {
      byte[] line = in.readByteArray(in.indexOf((byte) '\n') + 1);
      return new Event(text(line, TYPE), Long.parseLong(text(line, REVISION)));
    }
  },
  PROTOBUF("application/vnd.kubernetes.protobuf;stream=watch") {
    @Override
    Event next(BufferedSource in) throws IOException {
      CodedInputStream event = CodedInputStream.newInstance(in.readByteArray(in.readInt()));
      String type = "";
      long revision = 0;
      for (int tag = event.readTag(); tag != 0; tag = event.readTag()) {
        switch (WireFormat.getTagFieldNumber(tag)) {
          case 1 -> type = event.readString();
          case 2 -> revision = revisionIn(event.readByteArray());
          default -> event.skipField(tag);
        }
      }
      return new Event(type, revision);
    }
  };

  private static final byte[] TYPE = "\"type\":\"".getBytes(StandardCharsets.UTF_8);
  private static final byte[] REVISION = "\"resourceVersion\":\"".getBytes(StandardCharsets.UTF_8);
  private static final int MAGIC_BYTES = 4;

  private final String mediaType;

  WatchEncoding(String mediaType) {
    this.mediaType = mediaType;
  }

  /** Returns the value of the Accept header. */
  String mediaType() {
    return mediaType;
  }

  /** Blocks until the next event arrives. */
  abstract Event next(BufferedSource in) throws IOException;

  /** A watch event. */
  record Event(String type, long revision) {}

  /** Returns the resource version of an object in JSON. */
  static long revision(String json) {
    int from = json.indexOf("\"resourceVersion\":\"") + REVISION.length;
    return Long.parseLong(json, from, json.indexOf('"', from), 10);
  }

  /** Returns the string after the first occurrence of a name. */
  private static String text(byte[] line, byte[] name) {
    int from = 0;
    while (!java.util.Arrays.equals(line, from, from + name.length, name, 0, name.length)) {
      from++;
    }
    int end = from + name.length;
    while (line[end] != '"') {
      end++;
    }
    return new String(line, from + name.length, end - from - name.length, StandardCharsets.UTF_8);
  }

  /** Reads RawExtension.raw, Unknown.raw, the object's metadata and its resourceVersion. */
  private static long revisionIn(byte[] extension) throws IOException {
    byte[] enveloped = field(CodedInputStream.newInstance(extension), 1);
    byte[] object =
        field(
            CodedInputStream.newInstance(enveloped, MAGIC_BYTES, enveloped.length - MAGIC_BYTES),
            2);
    byte[] metadata = field(CodedInputStream.newInstance(object), 1);
    byte[] revision = field(CodedInputStream.newInstance(metadata), 6);
    return Long.parseLong(new String(revision, StandardCharsets.UTF_8));
  }

  private static byte[] field(CodedInputStream message, int number) throws IOException {
    for (int tag = message.readTag(); tag != 0; tag = message.readTag()) {
      if (WireFormat.getTagFieldNumber(tag) == number) {
        return message.readByteArray();
      }
      message.skipField(tag);
    }
    throw new IOException("protobuf message: field " + number + " is missing");
  }
}
