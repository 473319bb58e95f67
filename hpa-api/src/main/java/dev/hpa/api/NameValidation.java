package dev.hpa.api;

import java.util.ArrayList;
import java.util.List;

/**
 * Validates names, label keys and label values. Each check returns the error messages of the
 * Kubernetes API, none for a valid value; lengths are in bytes of UTF-8.
 */
public final class NameValidation {

  private static final int LABEL_LENGTH = 63;
  private static final int SUBDOMAIN_LENGTH = 253;

  private static final String QUALIFIED = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
  private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final String SUBDOMAIN = LABEL + "(\\." + LABEL + ")*";

  private static final String QUALIFIED_TEXT =
      "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an"
          + " alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for"
          + " validation is '"
          + QUALIFIED
          + "')";
  private static final String VALUE_TEXT =
      "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or"
          + " '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or"
          + " 'my_value',  or '12345', regex used for validation is '("
          + QUALIFIED
          + ")?')";
  private static final String LABEL_TEXT =
      "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and"
          + " must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc',"
          + " regex used for validation is '"
          + LABEL
          + "')";
  private static final String SUBDOMAIN_TEXT =
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or"
          + " '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex"
          + " used for validation is '"
          + SUBDOMAIN
          + "')";

  private NameValidation() {}

  /** A label key, annotation key or other name with an optional prefix before a slash. */
  public static List<String> qualifiedName(String key) {
    int slash = key.indexOf('/');
    if (slash >= 0 && key.indexOf('/', slash + 1) >= 0) {
      return List.of(
          "a valid label key "
              + QUALIFIED_TEXT
              + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
    }
    List<String> errors = new ArrayList<>();
    if (slash >= 0) {
      String prefix = key.substring(0, slash);
      if (prefix.isEmpty()) {
        errors.add("prefix part must be non-empty");
      } else {
        subdomain(prefix, "bytes").forEach(text -> errors.add("prefix part " + text));
      }
    }
    String name = key.substring(slash + 1);
    if (name.isEmpty()) {
      errors.add("name part must be non-empty");
    } else if (bytes(name) > LABEL_LENGTH) {
      errors.add("name part must be no more than 63 bytes");
    }
    if (!isQualified(name)) {
      errors.add("name part " + QUALIFIED_TEXT);
    }
    return errors;
  }

  public static List<String> labelValue(String value) {
    List<String> errors = new ArrayList<>();
    if (bytes(value) > LABEL_LENGTH) {
      errors.add("must be no more than 63 bytes");
    }
    if (!value.isEmpty() && !isQualified(value)) {
      errors.add(VALUE_TEXT);
    }
    return errors;
  }

  /** A lower-case DNS label without dots. */
  public static List<String> label(String name) {
    List<String> errors = new ArrayList<>();
    if (bytes(name) > LABEL_LENGTH) {
      errors.add("must be no more than 63 characters");
    }
    if (!isLabel(name)) {
      errors.add(isSubdomain(name) ? "must not contain dots" : LABEL_TEXT);
    }
    return errors;
  }

  /** Lower-case DNS labels joined by dots. */
  public static List<String> subdomain(String name) {
    return subdomain(name, "characters");
  }

  private static List<String> subdomain(String name, String unit) {
    List<String> errors = new ArrayList<>();
    if (bytes(name) > SUBDOMAIN_LENGTH) {
      errors.add("must be no more than 253 " + unit);
    }
    if (!isSubdomain(name)) {
      errors.add(SUBDOMAIN_TEXT);
    }
    return errors;
  }

  /** A name that is valid as a URL path segment. */
  public static List<String> pathSegment(String name) {
    if (name.equals(".") || name.equals("..")) {
      return List.of("may not be '" + name + "'");
    }
    List<String> errors = new ArrayList<>();
    if (name.contains("/")) {
      errors.add("may not contain '/'");
    }
    if (name.contains("%")) {
      errors.add("may not contain '%'");
    }
    return errors;
  }

  /**
   * Whether the text matches {@link #QUALIFIED}. This and the next two methods read each character
   * once: tenants choose the text, and a regular expression would recurse.
   */
  private static boolean isQualified(String name) {
    if (name.isEmpty() || !isAlphanumeric(name.charAt(0))) {
      return false;
    }
    for (int i = 1; i < name.length(); i++) {
      char c = name.charAt(i);
      if (!isAlphanumeric(c) && c != '-' && c != '_' && c != '.') {
        return false;
      }
    }
    return isAlphanumeric(name.charAt(name.length() - 1));
  }

  /** Whether the text matches {@link #LABEL}. */
  private static boolean isLabel(String name) {
    return name.indexOf('.') < 0 && isSubdomain(name);
  }

  /** Whether the text matches {@link #SUBDOMAIN}. */
  private static boolean isSubdomain(String name) {
    char before = '.';
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean isInner = isLowerAlphanumeric(c);
      // A hyphen has something before it in its label, and a dot ends a label that is complete.
      if (!isInner && !(c == '-' && before != '.') && !(c == '.' && isLowerAlphanumeric(before))) {
        return false;
      }
      before = c;
    }
    return isLowerAlphanumeric(before);
  }

  private static boolean isAlphanumeric(char c) {
    return isLowerAlphanumeric(c) || (c >= 'A' && c <= 'Z');
  }

  private static boolean isLowerAlphanumeric(char c) {
    return (c >= 'a' && c <= 'z') || Quantity.isDigit(c);
  }

  /** The length of the text in UTF-8. */
  public static int bytes(String text) {
    int length = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        length++;
      } else if (c < 0x800 || Character.isSurrogate(c)) {
        length += 2;
      } else {
        length += 3;
      }
    }
    return length;
  }
}
