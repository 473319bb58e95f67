package dev.hpa.kube.client;

/**
 * A header of a request.
 *
 * @param value without line breaks; sent in UTF-8
 */
public record HttpHeader(String name, String value) {}
