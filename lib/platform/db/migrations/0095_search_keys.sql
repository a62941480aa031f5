-- Names of enterprises are stored as they are registered, with their own brackets and dashes. The quick search looks for
-- them with common signs (searchText); names from before were stored so.
CREATE OR REPLACE FUNCTION nlos_search_keys(name text, id_no text, mobile text, order_no text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
	keys text[] := '{}';
	whole text := lower(regexp_replace(translate(
		coalesce(name, ''),
		'！＂＃＄％＆＇（）＊＋，－．／０１２３４５６７８９：；＜＝＞？＠ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ［＼］＾＿｀ａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ｛｜｝～‐‑‒–—―−﹣•‧・∙⋅･‘’ʼ`´′',
		'!"#$%&''()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\]^_''abcdefghijklmnopqrstuvwxyz{|}~--------······'''''''''''''
	), '\s', '', 'g'));
	number text;
BEGIN
	IF whole <> '' THEN
		keys := keys || whole;
	END IF;
	FOR at IN 1 .. length(whole) LOOP
		keys := keys || substr(whole, at, 1) || substr(whole, at, 2);
	END LOOP;
	FOREACH number IN ARRAY ARRAY[id_no, mobile, order_no] LOOP
		whole := lower(regexp_replace(coalesce(number, ''), '[^[:alnum:]]', '', 'g'));
		IF whole <> '' THEN
			keys := keys || whole;
		END IF;
		FOR at IN 1 .. length(whole) - 3 LOOP
			keys := keys || substr(whole, at, 4);
		END LOOP;
	END LOOP;
	RETURN keys;
END
$$;
