package dev.hpa.controller.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hpa.api.ImmutableCopies;
import java.net.URLEncoder;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Replaces secrets in texts: verbatim, stripped, by line, URL-encoded and in Base64, also inside a
 * longer encoded value such as the password in {@code Authorization: Basic …}. A secret of fewer
 * than 4 characters is replaced only where no letter or digit adjoins it, because it occurs in
 * ordinary words. Immutable.
 */
public final class Redactor {

  /** Replaces nothing. */
  public static final Redactor NONE = new Redactor(Set.of());

  /** The replacement of a secret. */
  public static final String SHOWN = "(secret)";

  private static final int SHORT = 4;

  /** Minimum length of parts of secrets and of Base64 fragments. */
  private static final int LONG_ENOUGH = 8;

  private final Set<String> secrets;
  private final Pattern pattern;

  private Redactor(Set<String> secrets) {
    this.secrets = ImmutableCopies.set(secrets);
    this.pattern = pattern(this.secrets);
  }

  /** Replaces these secrets; ignores blank ones. */
  public static Redactor of(Collection<String> secrets) {
    return NONE.and(secrets);
  }

  /** A copy that replaces these secrets, too. */
  public Redactor and(Collection<String> more) {
    Set<String> all = new HashSet<>(secrets);
    more.stream().filter(each -> !each.isBlank()).forEach(all::add);
    return all.equals(secrets) ? this : new Redactor(all);
  }

  /** The text with secrets replaced. */
  public String redact(String text) {
    return secrets.isEmpty()
        ? text
        : pattern.matcher(text).replaceAll(Matcher.quoteReplacement(SHOWN));
  }

  private static Pattern pattern(Set<String> secrets) {
    Set<String> forms = new HashSet<>();
    secrets.forEach(secret -> addForms(secret, forms));
    return Pattern.compile(
        forms.stream()
            .sorted(Comparator.comparingInt(String::length).reversed().thenComparing(f -> f))
            .map(Redactor::expression)
            .collect(Collectors.joining("|")));
  }

  private static String expression(String form) {
    String quoted = Pattern.quote(form);
    return form.length() < SHORT ? "(?<![\\p{L}\\p{N}])" + quoted + "(?![\\p{L}\\p{N}])" : quoted;
  }

  private static void addForms(String secret, Set<String> forms) {
    String stripped = secret.strip();
    addEncoded(secret, forms);
    addEncoded(stripped, forms);
    if (stripped.indexOf('\n') >= 0) {
      stripped
          .lines()
          .map(String::strip)
          .filter(line -> line.length() >= LONG_ENOUGH)
          .forEach(line -> addEncoded(line, forms));
    }
  }

  private static void addEncoded(String secret, Set<String> forms) {
    forms.add(secret);
    String url = URLEncoder.encode(secret, UTF_8);
    for (String each : List.of(url, url.replace("+", "%20"))) {
      forms.add(each);
      forms.add(lowerCaseEscapes(each));
    }
    byte[] bytes = secret.getBytes(UTF_8);
    for (Base64.Encoder encoder :
        new Base64.Encoder[] {Base64.getEncoder(), Base64.getUrlEncoder()}) {
      forms.add(encoder.encodeToString(bytes));
      forms.add(encoder.withoutPadding().encodeToString(bytes));
      for (int before = 0; before < 3; before++) {
        addWithin(encoder, bytes, before, forms);
      }
    }
  }

  private static String lowerCaseEscapes(String url) {
    return Pattern.compile("%[0-9A-F]{2}")
        .matcher(url)
        .replaceAll(escape -> escape.group().toLowerCase(Locale.ROOT));
  }

  /**
   * The Base64 characters that depend only on the secret when this many bytes precede it and other
   * bytes follow. Three bytes encode to four characters of six bits each.
   */
  private static void addWithin(
      Base64.Encoder encoder, byte[] secret, int before, Set<String> forms) {
    byte[] shifted = new byte[before + secret.length];
    System.arraycopy(secret, 0, shifted, before, secret.length);
    Arrays.fill(shifted, 0, before, (byte) 0);
    String encoded = encoder.withoutPadding().encodeToString(shifted);
    int from = (before * 8 + 5) / 6;
    int to = shifted.length * 8 / 6;
    if (to - from >= LONG_ENOUGH) {
      forms.add(encoded.substring(from, to));
    }
  }
}
