package dev.hpa.sandbox.request;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The Warning headers of a response. Not thread-safe. */
public final class WarningHeaders {

  private static final int MAX_TOTAL_LENGTH = 4096;
  private static final int MAX_LENGTH = 256;

  private final Set<String> texts = new LinkedHashSet<>();

  public void add(Collection<String> more) {
    texts.addAll(more);
  }

  /** The header values, truncated to the limits of kube-apiserver. */
  public List<String> headers() {
    List<String> headers = new ArrayList<>();
    int characters = 0;
    for (String text : texts) {
      String shown = text.length() > MAX_LENGTH ? text.substring(0, MAX_LENGTH) : text;
      characters += shown.length();
      if (characters > MAX_TOTAL_LENGTH) {
        break;
      }
      headers.add("299 - \"" + escaped(shown) + "\"");
    }
    return headers;
  }

  private static String escaped(String text) {
    return text.replaceAll("\\p{Cntrl}", "?").replace("\\", "\\\\").replace("\"", "\\\"");
  }
}
