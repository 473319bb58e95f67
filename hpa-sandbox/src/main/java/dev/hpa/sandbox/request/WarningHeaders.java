package dev.hpa.sandbox.request;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The Warning headers of a response. Not thread-safe. */
public final class WarningHeaders {

  private static final int MOST_CHARACTERS = 4096;
  private static final int MOST_IN_ONE = 256;

  private final Set<String> texts = new LinkedHashSet<>();

  public void add(Collection<String> more) {
    texts.addAll(more);
  }

  /** The header values, truncated to the limits of kube-apiserver. */
  public List<String> headers() {
    List<String> headers = new ArrayList<>();
    int characters = 0;
    for (String text : texts) {
      String shown = text.length() > MOST_IN_ONE ? text.substring(0, MOST_IN_ONE) : text;
      characters += shown.length();
      if (characters > MOST_CHARACTERS) {
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
