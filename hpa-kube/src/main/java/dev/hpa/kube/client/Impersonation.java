package dev.hpa.kube.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The impersonation headers of requests. */
record Impersonation(List<HttpHeader> headers) {

  static final Impersonation NONE = new Impersonation(List.of());

  /** Characters besides letters and digits that are allowed in header names. */
  private static final String SYMBOLS = "!#$&'*+-.^_`|~";

  Impersonation {
    headers = List.copyOf(headers);
  }

  /**
   * The headers for the fields {@code as}, {@code as-uid}, {@code as-groups} and {@code
   * as-user-extra} of a kubeconfig user.
   */
  static Impersonation of(JsonNode user) {
    String name = user.path("as").asText("");
    if (name.isEmpty()) {
      return NONE;
    }
    List<HttpHeader> headers = new ArrayList<>();
    headers.add(new HttpHeader("Impersonate-User", name));
    String uid = user.path("as-uid").asText("");
    if (!uid.isEmpty()) {
      headers.add(new HttpHeader("Impersonate-Uid", uid));
    }
    user.path("as-groups")
        .forEach(group -> headers.add(new HttpHeader("Impersonate-Group", group.asText(""))));
    for (Map.Entry<String, JsonNode> extra : user.path("as-user-extra").properties()) {
      String header = "Impersonate-Extra-" + escaped(extra.getKey());
      extra.getValue().forEach(value -> headers.add(new HttpHeader(header, value.asText(""))));
    }
    return new Impersonation(headers);
  }

  private static String escaped(String key) {
    StringBuilder escaped = new StringBuilder();
    for (byte each : key.getBytes(StandardCharsets.UTF_8)) {
      boolean isPlain = each > 0 && (Character.isLetterOrDigit(each) || SYMBOLS.indexOf(each) >= 0);
      escaped.append(isPlain ? String.valueOf((char) each) : "%%%02X".formatted(each));
    }
    return escaped.toString();
  }

  /** Whether a value is a valid header value: a line break in it would inject another header. */
  static boolean isSendable(String value) {
    return value.chars().noneMatch(each -> (each < ' ' && each != '\t') || each == 0x7f);
  }
}
