package dev.hpa.kube.provider;

/**
 * What a provider says about a part of its configuration, for {@code hpa preflight}.
 *
 * @param part the part, such as a rule or a server
 * @param isGood whether nothing is wrong with it
 * @param text one line
 */
public record PartReport(String part, boolean isGood, String text) {}
