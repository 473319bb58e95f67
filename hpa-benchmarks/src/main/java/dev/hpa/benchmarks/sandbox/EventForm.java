package dev.hpa.benchmarks.sandbox;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import okio.BufferedSource;

/**
 * A form of the events of a watch, read for no more than type and revision: what the sandbox costs
 * is to be measured, not what its clients do.
 */
enum EventForm {
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

  EventForm(String mediaType) {
    this.mediaType = mediaType;
  }

  /** What the Accept header says. */
  String mediaType() {
    return mediaType;
  }

  /** Waits for the next event. */
  abstract Event next(BufferedSource in) throws IOException;

  /** One event. */
  record Event(String type, long revision) {}

  /** The revision an object in JSON says it has. */
  static long revision(String json) {
    int from = json.indexOf("\"resourceVersion\":\"") + REVISION.length;
    return Long.parseLong(json, from, json.indexOf('"', from), 10);
  }

  /** The text after the first place where a name stands. */
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

  /** RawExtension.raw, Unknown.raw, the object's metadata, and its resourceVersion. */
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
    throw new IOException("no field " + number + " in a message");
  }
}
